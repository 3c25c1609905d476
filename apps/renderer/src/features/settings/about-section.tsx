/** What is running and where everything is kept. */
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';

export function AboutSection() {
  const t = useT();
  const s = t.settings;
  const { data } = useHostQuery('app/info', {});
  if (!data) return null;
  const rows: [string, React.ReactNode][] = [
    [s.about.shell, data.shell === 'desktop' ? s.about.shellDesktop : s.about.shellBrowser],
    ['Node.js', data.node],
    [t.shell.platform, data.platform],
    [s.general.dataFolder, <Path key="data" path={data.dataFolder} />],
    [s.general.configFile, <Path key="config" path={data.configFile} />],
  ];
  return (
    <Card level={2} title={`Portolan · ${s.about.version(data.version)}`}>
      <dl className="grid grid-cols-[minmax(8rem,auto)_1fr] items-center gap-x-6 gap-y-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Path({ path }: { path: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <CodeText text={path} className="break-all" />
      <CopyButton text={path} />
    </span>
  );
}
