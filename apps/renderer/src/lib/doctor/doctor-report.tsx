/** What the doctor found: what needs mending first, each with what mends it; what is well is folded away. */
import type { DoctorFinding } from '@portolan/contract/doctor';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, RotateCwIcon, TriangleAlertIcon } from 'lucide-react';
import { useT } from '../i18n.tsx';
import { ProblemCallout } from '../problem.tsx';
import { DoctorFixes } from './doctor-fixes.tsx';
import { useDoctor } from './use-doctor.ts';

const levels = ['error', 'warn', 'info', 'ok'] as const;
const icons = { error: CircleAlertIcon, warn: TriangleAlertIcon, info: InfoIcon, ok: CircleCheckIcon };
const tones = { error: 'text-danger-fg', warn: 'text-warn-fg', info: 'text-muted', ok: 'text-success-fg' };
const areas = ['servers', 'runtimes', 'environment', 'network', 'storage', 'secrets'] as const;

/** @param serverId only what stands in the way of this one */
export function DoctorReport({ serverId }: { serverId?: ServerId }) {
  const t = useT();
  const d = t.doctor;
  const { findings, isRunning, error, again } = useDoctor(serverId);
  const count = (level: DoctorFinding['level']) => findings.filter((each) => each.level === level).length;
  const summary = d.summary(count('error'), count('warn'));
  const open = findings.filter((each) => each.level !== 'ok');
  const well = findings.filter((each) => each.level === 'ok');
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-sm font-medium">
          {isRunning ? <><Spinner /> {d.running}</> : summary === '' ? d.allWell : summary}
        </p>
        <Button icon={<RotateCwIcon />} loading={isRunning} onClick={again}>{d.again}</Button>
      </div>
      {error ? <ProblemCallout problem={error.problem} onRetry={again} /> : null}
      <Findings findings={open} of={serverId} onMended={again} />
      {well.length > 0 ? (
        <Collapsible label={d.showWell(well.length)} className="text-sm"><Findings findings={well} of={serverId} onMended={again} /></Collapsible>
      ) : null}
    </div>
  );
}

function Findings({ findings, of, onMended }: { findings: readonly DoctorFinding[]; of: ServerId | undefined; onMended: () => void }) {
  const t = useT();
  return areas.map((area) => {
    const own = findings.filter((each) => each.area === area).toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
    if (own.length === 0) return null;
    return (
      <section key={area} className="min-w-0">
        <h3 className="mb-1 text-xs font-medium text-subtle">{t.doctor.areas[area]}</h3>
        <ul className="flex flex-col divide-y divide-line">
          {own.map((each) => <Finding key={each.id} finding={each} of={of} onMended={onMended} />)}
        </ul>
      </section>
    );
  });
}

function Finding({ finding, of, onMended }: { finding: DoctorFinding; of: ServerId | undefined; onMended: () => void }) {
  const t = useT();
  const Icon = icons[finding.level];
  const words = t.doctor.codes[finding.code](finding.details);
  const problem = finding.problem === undefined ? null : { what: t.errors.codes[finding.problem.code].what(finding.problem.details), next: t.errors.codes[finding.problem.code].next(finding.problem.details) };
  return (
    <li className="flex min-w-0 gap-2.5 py-2.5 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${tones[finding.level]}`} role="img" aria-label={t.doctor.levels[finding.level]} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="wrap-anywhere"><RevealText text={words} /></p>
        {problem ? <p className="wrap-anywhere text-muted"><RevealText text={`${problem.what} ${problem.next}`} /></p> : null}
        <DoctorFixes finding={finding} of={of} onMended={onMended} />
      </div>
    </li>
  );
}
