/** What belongs to this window alone. Nothing the host knows is copied here. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { narrowWindow } from '../lib/use-media-query.ts';

interface WindowState {
  sidebarWidth: number;
  isSidebarOpen: boolean;
  /** Projects of the sidebar whose chats are not shown there. */
  foldedProjects: readonly string[];
  /** The sidebar lying over the page of a narrow window. */
  isDrawerOpen: boolean;
  isPaletteOpen: boolean;
  isShortcutSheetOpen: boolean;
  setSidebarWidth: (width: number) => void;
  toggleSidebar: () => void;
  setFolded: (projectId: string, isFolded: boolean) => void;
  setDrawerOpen: (isOpen: boolean) => void;
  setPaletteOpen: (isOpen: boolean) => void;
  togglePalette: () => void;
  setShortcutSheetOpen: (isOpen: boolean) => void;
}

/** Widths survive a reload; drafts and everything that matters are kept by the host. */
export const useWindowState = create<WindowState>()(
  persist(
    (set) => ({
      sidebarWidth: 264,
      isSidebarOpen: true,
      foldedProjects: [],
      isDrawerOpen: false,
      isPaletteOpen: false,
      isShortcutSheetOpen: false,
      setSidebarWidth: (sidebarWidth) => set({ sidebarWidth }),
      toggleSidebar: () => set((state) => (matchMedia(narrowWindow).matches ? { isDrawerOpen: !state.isDrawerOpen } : { isSidebarOpen: !state.isSidebarOpen })),
      setFolded: (projectId, isFolded) => set((state) => ({ foldedProjects: [...state.foldedProjects.filter((each) => each !== projectId), ...(isFolded ? [projectId] : [])] })),
      setDrawerOpen: (isDrawerOpen) => set({ isDrawerOpen }),
      setPaletteOpen: (isPaletteOpen) => set({ isPaletteOpen }),
      togglePalette: () => set((state) => ({ isPaletteOpen: !state.isPaletteOpen })),
      setShortcutSheetOpen: (isShortcutSheetOpen) => set({ isShortcutSheetOpen }),
    }),
    { name: 'portolan.window', partialize: ({ sidebarWidth, isSidebarOpen, foldedProjects }) => ({ sidebarWidth, isSidebarOpen, foldedProjects }) },
  ),
);
