/** The browser's own notifications. */

export type NoticePermission = NotificationPermission | 'missing';

/** Methods, so that a test can stand in for a browser that has none. */
export const browserNotices = {
  permission: (): NoticePermission => ('Notification' in globalThis ? Notification.permission : 'missing'),
  /** Only from a press of the person: browsers ask for nothing else. */
  ask: async (): Promise<NoticePermission> => ('Notification' in globalThis ? Notification.requestPermission() : 'missing'),
  /** Takes the place of the one before of the same tag. Does nothing where it is not allowed. */
  show: (title: string, body: string, onPress: () => void, tag = 'portolan-questions'): void => {
    if (browserNotices.permission() !== 'granted') return;
    const notice = new Notification(title, { body, tag });
    notice.addEventListener('click', () => {
      notice.close();
      onPress();
    });
  },
};
