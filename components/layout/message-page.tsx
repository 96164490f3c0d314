import type { ReactNode } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'

type MessagePageProps = { code?: string; title: string; children: ReactNode; action: ReactNode }

/** A page with nothing but a message: not found, or broken. */
export function MessagePage({ code, title, children, action }: MessagePageProps) {
  return (
    <div className="flex min-h-[70dvh] flex-col items-start justify-center gap-4 px-6 py-16 sm:items-center sm:text-center">
      {code && <p className="font-mono text-xs text-faint-foreground">{code}</p>}
      <h1 className="text-3xl font-semibold">{title}</h1>
      <div className="max-w-md text-md text-muted-foreground">{children}</div>
      <div className="mt-2 flex flex-wrap gap-2">{action}</div>
    </div>
  )
}

type NotFoundPageProps = {
  title?: string
  /** Where to go instead; the first is the main one. */
  links: readonly { label: string; href: string }[]
  children?: ReactNode
}

export function NotFoundPage({ title = 'Page not found', links, children }: NotFoundPageProps) {
  return (
    <MessagePage
      code="404"
      title={title}
      action={links.map(({ label, href }, index) => (
        <a
          key={href}
          href={href}
          className={buttonVariants({ variant: index === 0 ? 'default' : 'outline', size: 'lg' })}
        >
          {label}
        </a>
      ))}
    >
      {children ?? 'The address may be mistyped, or the page has moved.'}
    </MessagePage>
  )
}
