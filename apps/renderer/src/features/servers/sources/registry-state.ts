/** Where one is in the registry: going elsewhere and coming back finds the same search. */
import { create } from 'zustand';

interface RegistryState {
  /** The person has said that the registry may be asked; before that nothing leaves. */
  isOpen: boolean;
  search: string;
  set: (part: { isOpen?: boolean; search?: string }) => void;
}

export const useRegistryState = create<RegistryState>()((set) => ({ isOpen: false, search: '', set: (part) => set(part) }));
