import { CircleCheck, CircleX, Smartphone, TimerOff, Unlink } from 'lucide-react'

type Outcome = 'passed' | 'failed' | 'expired' | 'taken' | 'unknown'

const outcomes = {
  passed: {
    Icon: CircleCheck,
    tone: 'text-success-text',
    title: 'Passed',
    text: 'This check is done. You can close this page.',
  },
  failed: {
    Icon: CircleX,
    tone: 'text-destructive-text',
    title: 'Not passed',
    text: 'This check did not pass. Ask for a new code to try again.',
  },
  expired: {
    Icon: TimerOff,
    tone: 'text-muted-foreground',
    title: 'This link has expired',
    text: 'Links are open for a short time. Ask for a new code to try again.',
  },
  taken: {
    Icon: Smartphone,
    tone: 'text-muted-foreground',
    title: 'Already opened',
    text: 'Each link works once, on the phone that opened it first. Ask for a new code to try again.',
  },
  unknown: {
    Icon: Unlink,
    tone: 'text-muted-foreground',
    title: 'This link does not work',
    text: 'It may be incomplete or too old. Ask for a new code to try again.',
  },
} as const

export function OutcomeStep({ outcome }: { outcome: string }) {
  const { Icon, tone, title, text } = outcomes[isOutcome(outcome) ? outcome : 'expired']
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 pb-14 text-center" role="status">
      <Icon className={`size-12 ${tone}`} aria-hidden="true" />
      <h1 className="text-2xl font-semibold text-foreground">{title}</h1>
      <p className="text-md text-muted-foreground">{text}</p>
    </div>
  )
}

function isOutcome(text: string): text is Outcome {
  return text in outcomes
}
