import { cn } from '@/components/ui/cn'

/** A portico seen at an angle: the lintel, and columns that narrow as they recede. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="currentColor"
      aria-hidden="true"
      className={cn('size-5 shrink-0', className)}
    >
      <path d="M1 2h18v3H1zM1 7h5v11H1zM8 7h4v11H8zM14 7h2v11h-2zM18 7h1v11h-1z" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-ink">
      <LogoMark />
      <span className="text-md font-semibold tracking-[-0.02em]">Portico</span>
    </span>
  )
}

/** On pages without a bar. A whole new document: what brought somebody here may have broken this one. */
export function CornerLogo() {
  return (
    <a href="/" aria-label="Portico, home" className="absolute top-5 left-6 flex rounded-sm">
      <Logo />
    </a>
  )
}
