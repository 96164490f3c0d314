import type { ReactNode } from 'react'

type MessagePageProps = { code?: string; title: string; children: ReactNode; action: ReactNode }

/** A page that only has something to say: not found, or broken. */
export function MessagePage({ code, title, children, action }: MessagePageProps) {
  return (
    <div className="flex min-h-[70dvh] flex-col items-start justify-center gap-4 px-6 py-16 sm:items-center sm:text-center">
      {code && <p className="font-mono text-xs text-faint">{code}</p>}
      <h1 className="text-3xl font-semibold">{title}</h1>
      <div className="max-w-md text-md text-muted">{children}</div>
      <div className="mt-2 flex flex-wrap gap-2">{action}</div>
    </div>
  )
}
