/** Adding or changing a profile. */
import type { ProfileView } from '@portolan/contract/profiles';
import { FormDialog } from '../../../lib/form-dialog.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProfileForm } from './profile-form.tsx';

/** `profile` is what to change, `new` adds one, null keeps the dialog closed. */
export function ProfileDialog({ profile, onClose }: { profile: ProfileView | 'new' | null; onClose: () => void }) {
  const p = useT().profiles;
  return (
    <FormDialog isOpen={profile !== null} title={profile === null || profile === 'new' ? p.addTitle : p.editTitle(profile.name)} size="lg" onClose={onClose}>
      {(use) => (profile === null ? null : <ProfileForm key={profile === 'new' ? 'new' : profile.id} profile={profile === 'new' ? null : profile} use={use} />)}
    </FormDialog>
  );
}
