/** Where a reader was on each page, kept for this tab so that going back and reloading find the place again. */
import { useCallback, useEffect, useRef } from 'react';
import type { RefCallback } from 'react';

const storageKey = 'portolan.scroll';
const mostPlaces = 200;
let places: Map<string, string> | null = null;

function load(): Map<string, string> {
  if (places) return places;
  places = new Map();
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    for (const entry of Array.isArray(stored) ? stored.slice(-mostPlaces) : []) {
      if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string') places.set(entry[0], entry[1]);
    }
  } catch {
    // A place not found again is no reason to fail.
  }
  addEventListener('pagehide', store);
  return places;
}

function store(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...load()].slice(-mostPlaces)));
  } catch {
    // Storage may be full or switched off.
  }
}

export function recallPlace(key: string): string | undefined {
  return load().get(key);
}

export function rememberPlace(key: string, place: string | null): void {
  const all = load();
  all.delete(key);
  if (place !== null) all.set(key, place);
}

/** A ref for a scrolling element whose content is there when it is mounted. */
export function useScrollMemory(key: string): RefCallback<HTMLElement> {
  const element = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const keep = () => {
      if (element.current) rememberPlace(key, String(Math.round(element.current.scrollTop)));
    };
    const current = element.current;
    const saved = Number(recallPlace(key) ?? 0);
    if (current && saved > 0) current.scrollTop = saved;
    current?.addEventListener('scroll', keep, { passive: true });
    return () => current?.removeEventListener('scroll', keep);
  }, [key]);
  return useCallback((next: HTMLElement | null) => {
    element.current = next;
  }, []);
}
