/** Everything in here is the server's own word. */
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { LongText } from '../../../lib/content/long-text.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useOpenLink } from '../../../lib/link-door.tsx';
import { Fact, Facts } from './facts.tsx';
import type { SectionProps } from './section.ts';

export function AboutSection({ server }: SectionProps) {
  const t = useT();
  const o = t.servers.overview;
  const openLink = useOpenLink();
  const { info, instructions } = server;
  const website = info?.websiteUrl;
  return (
    <>
      {info ? (
        <Card level={2} title={o.about} actions={<span className="text-xs text-subtle">{o.aboutNote}</span>}>
          <Facts>
            <Fact label={t.servers.form.name}>
              <RevealText text={info.title ?? info.name} /> {info.title ? <CodeText text={info.name} /> : null}
            </Fact>
            <Fact label={o.version}><RevealText text={info.version} /></Fact>
            {info.description ? <Fact label={t.shell.description}><RevealText text={info.description} multiline /></Fact> : null}
            {website ? <Fact label={o.website}><button type="button" className="text-left break-all text-accent-fg underline" onClick={() => openLink(website)}><RevealText text={website} hideCount /></button></Fact> : null}
          </Facts>
        </Card>
      ) : null}
      {instructions ? (
        <Card level={2} title={o.instructions}>
          <LongText text={instructions} label={o.instructions} />
        </Card>
      ) : null}
    </>
  );
}
