import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { Step } from './step'
import type { FirstStepsDone } from './use-first-steps'

type StepListProps = { done: FirstStepsDone | null; onCreateKey: () => void }

export function StepList({ done, onCreateKey }: StepListProps) {
  return (
    <ol className="divide-y divide-line lg:border-r lg:border-line">
      <Step
        title="Create a key"
        done={done?.key ?? false}
        action={
          <Button size="sm" variant={done?.key ? 'secondary' : 'primary'} onClick={onCreateKey}>
            Create key
          </Button>
        }
      >
        The secret that your program sends along.
      </Step>
      <Step
        title="Add credit"
        done={done?.credit ?? false}
        action={
          <Button asChild size="sm" variant={done?.key ? 'primary' : 'secondary'}>
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        }
      >
        Requests are paid from it.
      </Step>
      <Step title="Make the first call" done={done?.request ?? false}>
        Any client of OpenAI’s works: change its base URL and its key.
      </Step>
      <Step
        title="Open the playground"
        done={done?.playground ?? false}
        action={
          <Button asChild size="sm">
            <Link href={paths.playground}>Open</Link>
          </Button>
        }
      >
        Talk to models here; it needs no key.
      </Step>
    </ol>
  )
}
