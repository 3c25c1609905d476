import { code } from '@streamdown/code';
import { Streamdown } from 'streamdown';

const plugins = { code };

export function StreamdownCode({ text }: { text: string }) {
  return <Streamdown plugins={plugins}>{text}</Streamdown>;
}
