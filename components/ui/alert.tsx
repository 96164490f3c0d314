import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

const tones = {
  info: { box: 'border-border bg-muted', icon: 'text-muted-foreground', Icon: Info },
  success: { box: 'border-success-border bg-success-soft', icon: 'text-success-text', Icon: CircleCheck },
  warning: { box: 'border-warning-border bg-warning-soft', icon: 'text-warning-text', Icon: TriangleAlert },
  danger: {
    box: 'border-destructive-border bg-destructive-soft',
    icon: 'text-destructive-text',
    Icon: CircleAlert,
  },
}

type AlertProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}

export function Alert({ tone = 'info', title, children, action, className }: AlertProps) {
  const { box, icon, Icon } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm', box, className)}
    >
      <Icon className={cn('mt-0.5 size-4 shrink-0', icon)} aria-hidden="true" />
      <div className="min-w-0 flex-1 break-words">
        {title && <p className="font-medium text-foreground">{title}</p>}
        {children && <div className="text-muted-foreground">{children}</div>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  )
}
