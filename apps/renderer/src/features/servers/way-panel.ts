/** What every way to add a server is given. */
export interface WayPanelProps {
  /** What the address says is looked at. */
  item: string | undefined;
}
