import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type StepProps = { title: string; done: boolean; action?: ReactNode; children: ReactNode }

export function Step({ title, done, action, children }: StepProps) {
  return (
    <li className="flex items-start gap-3 p-4">
      <span
        className={cn(
          'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border',
          done ? 'border-success-line bg-success-soft text-success-text' : 'border-line-strong',
        )}
      >
        {done && <Check className="size-3" aria-hidden="true" />}
        <span className="sr-only">{done ? 'Done' : 'To do'}</span>
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={cn('text-sm leading-6 font-medium', done && 'text-muted')}>{title}</h3>
        <p className="text-xs text-faint">{children}</p>
      </div>
      {!done && action}
    </li>
  )
}
