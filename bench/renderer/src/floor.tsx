export function Floor({ text }: { text: string }) {
  return <p hidden data-length={text.length} />;
}
