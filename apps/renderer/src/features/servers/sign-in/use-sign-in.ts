/** What a person can do about a sign-in, and the words of the page they come back to. */
import type { ServerId } from '@portolan/contract/ids';
import type { ReturnPage, SignInAsk, SignInView } from '@portolan/contract/sign-in';
import { useMemo, useState } from 'react';
import { useSignIns } from '../../../host/queries.ts';
import { useLocale, useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';

export function useSignIn(serverId: ServerId): SignInView | undefined {
  return useSignIns().data?.find((each) => each.serverId === serverId);
}

export interface SignInActs {
  start: () => void;
  continue: (ask: SignInAsk) => void;
  cancel: () => void;
  signOut: () => Promise<boolean>;
  /** No browser could be started for the last address. */
  isNotOpened: boolean;
}

export function useSignInActs(serverId: ServerId): SignInActs {
  const t = useT();
  const locale = useLocale();
  const act = useAct();
  const [isNotOpened, setIsNotOpened] = useState(false);
  const page = useMemo<ReturnPage>(() => ({ lang: locale, ...t.signIn.page }), [locale, t]);
  return {
    isNotOpened,
    start: () => {
      setIsNotOpened(false);
      void act('signIn/start', { serverId, page });
    },
    continue: (ask) => {
      void act('signIn/continue', { serverId, askId: ask.id, page }).then((answer) => {
        // Follows the press closely enough for most browsers; where it does not, the link on the page does the same.
        if (answer?.outcome === 'open-in-tab') window.open(answer.href, '_blank', 'noopener,noreferrer');
        setIsNotOpened(answer?.outcome === 'not-opened');
      });
    },
    cancel: () => void act('signIn/cancel', { serverId }),
    signOut: async () => (await act('signIn/signOut', { serverId })) !== undefined,
  };
}
