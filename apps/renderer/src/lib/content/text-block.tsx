/** Plain text from outside; a text that is a JSON object or array is offered as a tree as well. */
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { useMemo, useState } from 'react';
import { useT } from '../i18n.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { parseJson } from './parse-json.ts';

export function TextBlock({ text }: { text: string }) {
  const t = useT();
  const json = useMemo(() => parseJson(text), [text]);
  const [asTree, setAsTree] = useState(false);
  return (
    <div className="group/text relative min-w-0">
      {asTree && json !== null ? <JsonView value={json} label="JSON" /> : <LongText text={text} />}
      <div className="absolute top-1 right-1 flex gap-1 rounded-md bg-raised opacity-0 shadow-sm group-focus-within/text:opacity-100 group-hover/text:opacity-100 pointer-coarse:opacity-100">
        {json === null ? null : <Button size="sm" variant="ghost" onClick={() => setAsTree(!asTree)}>{asTree ? t.shell.asText : t.shell.asTree}</Button>}
        <CopyButton text={text} />
      </div>
    </div>
  );
}
