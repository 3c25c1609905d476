/** What a bundle says of itself, and what can be known of the file. All of it is the bundle's own word but size and hash. */
import type { BundleFacts, BundleSignature } from '@portolan/contract/bundles';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../../lib/i18n.tsx';
import { useOpenLink } from '../../../lib/link-door.tsx';
import { Fact, Facts } from '../sections/facts.tsx';

export interface FileFacts {
  sha256: string;
  /** Left out for an installed bundle, whose archive is gone. */
  signature?: BundleSignature;
  size?: string;
}

export function BundleFactsView({ facts, file }: { facts: BundleFacts; file: FileFacts }) {
  const t = useT();
  const b = t.sources.bundle;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-sm"><RevealText text={facts.description} multiline /></p>
      {facts.isPlatformSupported ? null : <Callout tone="warn" title={b.otherPlatform}>{b.otherPlatformText(facts.platforms.join(', '))}</Callout>}
      <Facts>
        <Fact label={b.version}><RevealText text={facts.version} /></Fact>
        <Fact label={b.author}><RevealText text={[facts.author.name, facts.author.email, facts.author.url].filter(Boolean).join(' · ')} /></Fact>
        {facts.license === undefined ? null : <Fact label={b.license}><RevealText text={facts.license} /></Fact>}
        <Fact label={b.needs}><RevealText text={[b.kinds[facts.serverType], ...facts.runtimes.map(({ name, range }) => `${name} ${range}`)].join(' · ')} /></Fact>
        {file.size === undefined ? null : <Fact label={b.size}>{file.size}</Fact>}
        <Fact label="SHA-256"><CodeText text={file.sha256} className="break-all" /></Fact>
        {file.signature === undefined ? null : <Fact label={b.signature}><Signature signature={file.signature} /></Fact>}
        {facts.links.length > 0 ? <Fact label={b.links}><Links links={facts.links} /></Fact> : null}
      </Facts>
      <Declared label={b.tools(facts.tools.length)} items={facts.tools} note={facts.hasMoreTools ? b.moreAtRuntime : ''} />
      <Declared label={b.prompts(facts.prompts.length)} items={facts.prompts} note={facts.hasMorePrompts ? b.moreAtRuntime : ''} />
    </div>
  );
}

function Signature({ signature }: { signature: BundleSignature }) {
  const b = useT().sources.bundle;
  if (signature.state === 'none') return b.signatureNone;
  const { state, publisher, issuer } = signature;
  return <RevealText text={b.signatureStates[state](publisher || b.signatureNobody, issuer || b.signatureNobody)} />;
}

function Links({ links }: { links: BundleFacts['links'] }) {
  const b = useT().sources.bundle;
  const openLink = useOpenLink();
  return (
    <ul className="flex flex-col gap-1">
      {links.map(({ kind, url }) => (
        <li key={`${kind} ${url}`} className="min-w-0">
          <span className="text-muted">{b.linkKinds[kind]}:</span>{' '}
          <button type="button" className="text-left break-all text-accent-fg underline" onClick={() => openLink(url)}><RevealText text={url} hideCount /></button>
        </li>
      ))}
    </ul>
  );
}

function Declared({ label, items, note }: { label: string; items: BundleFacts['tools']; note: string }) {
  if (items.length === 0 && note === '') return null;
  return (
    <Collapsible label={<>{label}{note === '' ? null : <> <Badge>{note}</Badge></>}</>}>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
        {items.map(({ name, description }) => (
          <li key={name} className="min-w-0 break-words"><CodeText text={name} />{description ? <> <RevealText text={description} /></> : null}</li>
        ))}
      </ul>
    </Collapsible>
  );
}
