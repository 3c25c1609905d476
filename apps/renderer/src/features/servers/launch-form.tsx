/** A server by form: a program with arguments and environment, or an address with headers (S01). */
import type { LaunchView, NamedValue, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Field, FieldGroup } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import { PlusIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

interface Draft {
  kind: 'stdio' | 'http';
  name: string;
  command: string;
  args: string;
  env: Row[];
  cwd: string;
  url: string;
  headers: Row[];
  transport: 'auto' | 'streamable-http' | 'sse';
}
interface Row extends NamedValue {
  key: number;
  /** A stored value that is not shown; it stays unless something is typed. */
  isKept: boolean;
}

let nextKey = 1;
const toRows = (pairs: NamedValue[]): Row[] => pairs.map((pair) => ({ ...pair, key: nextKey++, isKept: pair.value === null }));
const toPairs = (rows: Row[]): NamedValue[] => rows.filter((row) => row.name.trim() !== '').map(({ name, value, isKept }) => ({ name: name.trim(), value: isKept ? null : (value ?? '') }));

function draftOf(server: ServerView | undefined): Draft {
  const empty: Draft = { kind: 'stdio', name: '', command: '', args: '', env: [], cwd: '', url: '', headers: [], transport: 'auto' };
  if (!server) return empty;
  const { launch } = server;
  return launch.kind === 'stdio'
    ? { ...empty, name: server.name, command: launch.command, args: launch.args.join('\n'), env: toRows(launch.env), cwd: launch.cwd ?? '' }
    : { ...empty, kind: 'http', name: server.name, url: launch.url, headers: toRows(launch.headers), transport: launch.transport };
}

function launchOf(draft: Draft): LaunchView {
  if (draft.kind === 'http') return { kind: 'http', url: draft.url.trim(), headers: toPairs(draft.headers), transport: draft.transport };
  const args = draft.args === '' ? [] : draft.args.replace(/\n$/, '').split('\n');
  return { kind: 'stdio', command: draft.command.trim(), args, env: toPairs(draft.env), ...(draft.cwd.trim() === '' ? {} : { cwd: draft.cwd.trim() }) };
}

export interface LaunchFormProps {
  /** The server to change; absent adds one. */
  server?: ServerView;
  onSaved: (server: ServerView) => void;
  onCancel: () => void;
}

export function LaunchForm({ server, onSaved, onCancel }: LaunchFormProps) {
  const t = useT();
  const f = t.servers.form;
  const [draft, setDraft] = useState(() => draftOf(server));
  const [isTried, setIsTried] = useState(false);
  const add = useHostMutation('servers/add');
  const update = useHostMutation('servers/update');
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const missing = {
    name: draft.name.trim() === '' ? t.shell.fieldRequired : undefined,
    command: draft.kind === 'stdio' && draft.command.trim() === '' ? t.shell.fieldRequired : undefined,
    url: draft.kind === 'http' ? (draft.url.trim() === '' ? t.shell.fieldRequired : /^https?:\/\/[^/]/i.test(draft.url.trim()) || draft.url.includes('${') ? undefined : t.shell.urlNeeded) : undefined,
  };
  const save = () => {
    setIsTried(true);
    if (missing.name ?? missing.command ?? missing.url) return;
    const input = { name: draft.name.trim(), launch: launchOf(draft) };
    if (server) update.mutate({ serverId: server.id, ...input }, { onSuccess: onSaved });
    else add.mutate(input, { onSuccess: onSaved });
  };
  const shown = (text: string | undefined) => (isTried ? text : undefined);
  const error = add.error ?? update.error;
  return (
    <form
      className="flex flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <RadioGroup
        cards
        orientation="horizontal"
        aria-label={f.kind}
        value={draft.kind}
        onValueChange={(kind) => change({ kind })}
        items={[
          { value: 'stdio', label: f.kindStdio, description: f.kindStdioText },
          { value: 'http', label: f.kindHttp, description: f.kindHttpText },
        ]}
      />
      <Field label={f.name} description={f.nameHint} required error={shown(missing.name)}>
        <Input value={draft.name} maxLength={128} onValueChange={(name) => change({ name })} />
      </Field>
      {draft.kind === 'stdio' ? (
        <>
          <Field label={f.command} description={f.commandHint} required error={shown(missing.command)}>
            <Input mono value={draft.command} onValueChange={(command) => change({ command })} />
          </Field>
          <Field label={f.args} description={f.argsHint}>
            <Textarea mono value={draft.args} onValueChange={(args) => change({ args })} rows={3} spellCheck={false} />
          </Field>
          <Pairs label={f.env} hint={f.envHint} add={f.addEnv} rows={draft.env} onChange={(env) => change({ env })} />
          <Field label={f.cwd} description={f.cwdHint} required={false}>
            <Input mono value={draft.cwd} onValueChange={(cwd) => change({ cwd })} />
          </Field>
        </>
      ) : (
        <>
          <Field label={f.url} required error={shown(missing.url)}>
            <Input mono type="url" value={draft.url} placeholder="https://" onValueChange={(url) => change({ url })} />
          </Field>
          <Pairs label={f.headers} hint={f.headersHint} add={f.addHeader} rows={draft.headers} onChange={(headers) => change({ headers })} />
          <Field label={f.transport}>
            <Select
              value={draft.transport}
              onValueChange={(transport) => change({ transport })}
              items={[
                { value: 'auto', label: f.transportAuto },
                { value: 'streamable-http', label: t.servers.overview.transportHttp },
                { value: 'sse', label: t.servers.overview.transportSse },
              ]}
            />
          </Field>
        </>
      )}
      {error ? <ProblemCallout problem={error.problem} /> : null}
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" loading={add.isPending || update.isPending}>{f.saveAndReview}</Button>
        <Button variant="ghost" onClick={onCancel}>{t.app.actions.cancel}</Button>
      </div>
    </form>
  );
}

function Pairs({ label, hint, add, rows, onChange }: { label: string; hint: string; add: string; rows: Row[]; onChange: (rows: Row[]) => void }) {
  const t = useT();
  const f = t.servers.form;
  const set = (key: number, part: Partial<Row>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <FieldGroup label={label} description={rows.some((row) => row.isKept) ? `${hint} ${f.secretHint}` : hint}>
      <div className="flex flex-col gap-1.5">
        {rows.map((row, index) => (
          <div key={row.key} className="flex items-center gap-1.5">
            <Input mono className="w-2/5" aria-label={`${f.pairName} ${index + 1}`} value={row.name} onValueChange={(name) => set(row.key, { name })} />
            <Input
              mono
              className="flex-1"
              aria-label={`${f.pairValue} ${index + 1}`}
              value={row.value ?? ''}
              placeholder={row.isKept ? f.secretKept : ''}
              onValueChange={(value) => set(row.key, { value, isKept: false })}
            />
            <IconButton label={f.removeRow(row.name || String(index + 1))} icon={<XIcon />} onClick={() => onChange(rows.filter((each) => each.key !== row.key))} />
          </div>
        ))}
        <Button size="sm" className="self-start" icon={<PlusIcon />} onClick={() => onChange([...rows, { key: nextKey++, name: '', value: '', isKept: false }])}>{add}</Button>
      </div>
    </FieldGroup>
  );
}
