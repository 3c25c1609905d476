/** The app of a call (P23), for whoever shows the call: a chat, below its line. The app says what draws it. */
import type { ToolCallView } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
import { createContext, Suspense, use } from 'react';
import type { ReactNode } from 'react';

export interface AppFrameProps {
  call: ToolCallView;
  conversationId: ConversationId;
  /** Questions about what the app asks for: they stay with it, also where it fills the window. */
  children?: ReactNode;
}

export type DrawApp = (props: AppFrameProps) => ReactNode;
const AppFrames = createContext<DrawApp | null>(null);

export function AppFramesProvider({ draw, children }: { draw: DrawApp; children: ReactNode }) {
  return <AppFrames value={draw}>{children}</AppFrames>;
}

/** Whether the call has an app to show: it was made, or is being made. What was withheld from the model has not come yet. */
export function hasApp(call: ToolCallView): boolean {
  return call.app !== undefined && call.serverId !== null && (call.state === 'running' || call.state === 'done' || (call.state === 'failed' && call.result !== null));
}

export function AppOf(props: AppFrameProps) {
  const draw = use(AppFrames);
  return draw === null || !hasApp(props.call) ? props.children : <Suspense fallback={props.children}>{draw(props)}</Suspense>;
}
