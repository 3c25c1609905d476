/** "Check this computer": what servers need to run here, and what mends what is missing (O05). */
import { Card } from '@portolan/ui/card';
import { DoctorReport } from '../../lib/doctor/doctor-report.tsx';
import { useT } from '../../lib/i18n.tsx';

export function ComputerSection() {
  const t = useT();
  return (
    <Card level={2} title={t.doctor.title}>
      <p className="mb-4 text-sm text-muted">{t.doctor.lead}</p>
      <DoctorReport />
    </Card>
  );
}
