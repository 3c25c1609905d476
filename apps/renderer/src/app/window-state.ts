/** What belongs to this window alone. Nothing the host knows is copied here. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface WindowState {
  sidebarWidth: number;
  isSidebarOpen: boolean;
  isNarrowSidebarOpen: boolean;
  isPaletteOpen: boolean;
  isShortcutSheetOpen: boolean;
  setSidebarWidth(width: number): void;
  toggleSidebar(): void;
  setNarrowSidebarOpen(isOpen: boolean): void;
  setPaletteOpen(isOpen: boolean): void;
  setShortcutSheetOpen(isOpen: boolean): void;
}

/** Widths survive a reload; they are the only thing kept by the browser. */
export const useWindowState = create<WindowState>()(
  persist(
    (set) => ({
      sidebarWidth: 264,
      isSidebarOpen: true,
      isNarrowSidebarOpen: false,
      isPaletteOpen: false,
      isShortcutSheetOpen: false,
      setSidebarWidth: (sidebarWidth) => set({ sidebarWidth }),
      toggleSidebar: () => set((state) => (matchMedia('(max-width: 760px)').matches ? { isNarrowSidebarOpen: !state.isNarrowSidebarOpen } : { isSidebarOpen: !state.isSidebarOpen })),
      setNarrowSidebarOpen: (isNarrowSidebarOpen) => set({ isNarrowSidebarOpen }),
      setPaletteOpen: (isPaletteOpen) => set({ isPaletteOpen }),
      setShortcutSheetOpen: (isShortcutSheetOpen) => set({ isShortcutSheetOpen }),
    }),
    { name: 'portolan.window', partialize: ({ sidebarWidth, isSidebarOpen }) => ({ sidebarWidth, isSidebarOpen }) },
  ),
);
