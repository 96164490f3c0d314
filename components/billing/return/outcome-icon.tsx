import { Check, Clock, type LucideIcon, Undo2, X } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { Spinner } from '@/components/ui/spinner'
import type { PaymentOutcome } from './payment-outcome'

const tones = {
  success: 'border-success-line bg-success-soft text-success-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  neutral: 'border-line bg-sunken text-muted',
}

const icons: Record<Exclude<PaymentOutcome, 'waiting'>, { Icon: LucideIcon; tone: keyof typeof tones }> = {
  late: { Icon: Clock, tone: 'warning' },
  paid: { Icon: Check, tone: 'success' },
  declined: { Icon: X, tone: 'danger' },
  failed: { Icon: X, tone: 'danger' },
  cancelled: { Icon: X, tone: 'neutral' },
  expired: { Icon: Clock, tone: 'neutral' },
  reversed: { Icon: Undo2, tone: 'warning' },
}

export function OutcomeIcon({ outcome }: { outcome: PaymentOutcome }) {
  const { Icon, tone } = outcome === 'waiting' ? { Icon: null, tone: 'neutral' as const } : icons[outcome]
  return (
    <span
      aria-hidden="true"
      className={cn('grid size-12 place-items-center rounded-full border [&_svg]:size-5', tones[tone])}
    >
      {Icon ? <Icon /> : <Spinner />}
    </span>
  )
}
