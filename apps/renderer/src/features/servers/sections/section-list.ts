/** The sections of a server's overview, in the order they are shown. A new part of the product adds its own here. */
import { AboutSection } from './about-section.tsx';
import { AsksSection } from './asks-section.tsx';
import { CareSection } from './care-section.tsx';
import { LaunchSection } from './launch-section.tsx';
import { OpenSecretsSection } from './open-secrets-section.tsx';
import { OffersSection } from './offers-section.tsx';
import { OdditiesSection } from './oddities-section.tsx';
import { BundleSection } from '../sources/bundle-section.tsx';
import { DriftSection } from '../drift/drift-section.tsx';
import { PinSection } from '../sources/pin-section.tsx';
import { SignInSection } from '../sign-in/sign-in-section.tsx';
import { ValuesSection } from './values-section.tsx';
import type { ServerSection } from './section.ts';
import { PermissionsSection } from './permissions-section.tsx';
import { QuietSection } from './quiet-section.tsx';
import { RecentSection } from './recent-section.tsx';
import { StatusSection } from './status-section.tsx';
import { TroubleSection } from './trouble-section.tsx';

export const serverSections: readonly ServerSection[] = [
  { id: 'trouble', Section: TroubleSection },
  { id: 'drift', Section: DriftSection },
  { id: 'values', Section: ValuesSection },
  { id: 'open-secrets', Section: OpenSecretsSection },
  { id: 'pin', Section: PinSection },
  { id: 'sign-in', Section: SignInSection },
  { id: 'status', Section: StatusSection },
  { id: 'permissions', Section: PermissionsSection },
  { id: 'offers', Section: OffersSection },
  { id: 'about', Section: AboutSection },
  { id: 'oddities', Section: OdditiesSection },
  { id: 'bundle', Section: BundleSection },
  { id: 'launch', Section: LaunchSection },
  { id: 'asks', Section: AsksSection },
  { id: 'quiet', Section: QuietSection },
  { id: 'care', Section: CareSection },
  { id: 'recent', Section: RecentSection },
];
