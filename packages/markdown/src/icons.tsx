import type { ReactNode } from 'react';

const shared = { width: 14, height: 14, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true } as const;

export function CopyIcon(): ReactNode {
  return (
    <svg {...shared}>
      <rect x="9" y="9" width="12" height="12" rx="2" />
      <path d="M5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1" />
    </svg>
  );
}

export function TickIcon(): ReactNode {
  return (
    <svg {...shared}>
      <path d="m5 12.5 4.5 4.5L19 7" />
    </svg>
  );
}

export function PictureIcon(): ReactNode {
  return (
    <svg {...shared}>
      <rect x="3" y="4" width="18" height="16" rx="2" />
      <circle cx="9" cy="10" r="1.6" />
      <path d="m4 18 5.5-5 3 2.5L16 12l4.5 4.5" />
    </svg>
  );
}

export function WrapIcon(): ReactNode {
  return (
    <svg {...shared}>
      <path d="M3 6h18M3 18h6M3 12h14a4 4 0 0 1 0 8h-3" />
      <path d="m16.5 17-2.5 3 2.5 3" />
    </svg>
  );
}
