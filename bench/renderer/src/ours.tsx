import '@portolan/markdown/styles.css';
import { Markdown } from '@portolan/markdown/markdown';
import { labels } from '@portolan/markdown/test/labels';

const openNothing = (): void => {};

export function Ours({ text }: { text: string }) {
  return <Markdown text={text} streaming labels={labels} onOpenLink={openNothing} cacheKey="streamed" />;
}
