/** The way to the network: a proxy, exceptions, certificates, and whether what is used can be reached (S20). */
import type { NetworkView, ProxyMode } from '@portolan/contract/network';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Skeleton } from '@portolan/ui/skeleton';
import { Textarea } from '@portolan/ui/textarea';
import { useToast } from '@portolan/ui/toast';
import { useId, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PathInput } from '../../lib/path-input.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { NetworkCheckCard } from './network-check.tsx';

export function NetworkSection() {
  const { data, error, refetch } = useHostQuery('network/get', {}, { fresh: true });
  const [saved, setSaved] = useState<NetworkView | null>(null);
  const view = saved ?? data;
  if (!view) return error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : <Skeleton className="h-64" />;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <NetworkForm key={JSON.stringify([view.settings, view.credentials])} view={view} onSaved={setSaved} />
      <NetworkCheckCard />
    </div>
  );
}

function NetworkForm({ view, onSaved }: { view: NetworkView; onSaved: (view: NetworkView) => void }) {
  const t = useT();
  const n = t.network;
  const toast = useToast();
  const heading = useId();
  const save = useHostMutation('network/save');
  const [draft, setDraft] = useState({ ...view.settings, username: view.credentials?.username ?? '', password: '' });
  const change = (part: Partial<typeof draft>) => setDraft((held) => ({ ...held, ...part }));
  const subject = save.error?.problem.code === 'invalid-input' ? save.error.problem.details['subject'] : undefined;
  const faultAt = (field: string) => (subject === field && save.error ? t.errors.codes['invalid-input'].next(save.error.problem.details) : undefined);
  const keep = (title: string) => (next: NetworkView) => {
    onSaved(next);
    toast.show({ tone: 'success', title });
  };
  const submit = () => {
    const { username, password, ...settings } = draft;
    const isSame = username === (view.credentials?.username ?? '');
    save.mutate({ ...settings, ...(isSame || draft.mode !== 'address' ? {} : { username }), ...(password === '' ? {} : { username, password }) }, { onSuccess: keep(n.saved) });
  };
  return (
    <Card level={2} title={n.title}>
      <form
        className="flex min-w-0 flex-col gap-4 text-sm"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="text-muted">{n.lead}</p>
        <InForce view={view} />
        <div className="flex min-w-0 flex-col gap-2">
          <h3 id={heading} className="font-semibold">{n.mode}</h3>
          <RadioGroup<ProxyMode> cards aria-labelledby={heading} value={draft.mode} onValueChange={(mode) => change({ mode })} items={(['system', 'none', 'address'] as const).map((value) => ({ value, label: n.modes[value], description: n.modeTexts[value] }))} />
        </div>
        {draft.mode === 'address' ? (
          <>
            <Field label={n.proxy} description={n.proxyHint} error={faultAt('proxy')} required>
              <Input value={draft.proxy} maxLength={2048} spellCheck={false} autoComplete="off" onValueChange={(proxy) => change({ proxy })} />
            </Field>
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label={n.username} error={faultAt('username')} required={false}>
                <Input value={draft.username} maxLength={256} spellCheck={false} autoComplete="off" onValueChange={(username) => change({ username })} />
              </Field>
              <Field label={n.password} description={view.credentials === null ? n.passwordHint : n.passwordKept} required={false}>
                <Input type="password" value={draft.password} maxLength={1024} autoComplete="new-password" onValueChange={(password) => change({ password })} />
              </Field>
            </div>
            {view.credentials === null ? null : (
              <Button variant="ghost" className="self-start" disabled={save.isPending} onClick={() => save.mutate({ username: '' }, { onSuccess: keep(n.forgotten) })}>{n.forget}</Button>
            )}
            <Field label={n.noProxy} description={n.noProxyHint} required={false}>
              <Textarea rows={2} value={draft.noProxy} maxLength={8192} spellCheck={false} onValueChange={(noProxy) => change({ noProxy })} />
            </Field>
          </>
        ) : null}
        <Field label={n.certificates} description={n.certificatesHint} error={faultAt('certificates')} required={false}>
          <PathInput kind="file" value={draft.certificates} onValueChange={(certificates) => change({ certificates })} />
        </Field>
        {save.error && faultAt(String(subject)) === undefined ? <ProblemCallout problem={save.error.problem} /> : null}
        <Button variant="primary" type="submit" className="self-start" loading={save.isPending}>{n.save}</Button>
      </form>
    </Card>
  );
}

/** What counts at the moment, whoever said so. */
function InForce({ view: { proxy, certificateFiles, trusted } }: { view: NetworkView }) {
  const n = useT().network;
  const { http, https } = proxy;
  const isBad = certificateFiles.some(({ problem }) => problem !== null);
  const way = http === null && https === null ? n.now.direct : http === https ? n.now.through(https ?? '') : n.now.split(https ?? n.now.directly, http ?? n.now.directly);
  return (
    <Callout tone={isBad ? 'warn' : 'info'} title={way}>
      {proxy.source === 'none' ? null : <p>{n.now.sources[proxy.source]} {proxy.hasCredentials ? n.now.withCredentials : ''}</p>}
      {proxy.no === '' ? null : <p className="break-words">{n.now.except(proxy.no)}</p>}
      <p>{n.trusted(trusted)}</p>
      {certificateFiles.map(({ file, source, count, problem }) => (
        <p key={`${source}${file}`} className="break-words">{problem === null ? n.fileAdds(file, count) : n.fileProblems[problem](file)}</p>
      ))}
    </Callout>
  );
}
