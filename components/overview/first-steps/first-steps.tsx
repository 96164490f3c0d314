'use client'

import Link from 'next/link'
import { useState } from 'react'
import { CreateKeyDialog } from '@/components/api-keys/create-key-dialog'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import { FirstRequest } from './first-request'
import { Step } from './step'
import { useFirstSteps } from './use-first-steps'

/** What a new customer does first; gone once requests can be sent and one has been. */
export function FirstSteps() {
  const done = useFirstSteps()
  const [creating, setCreating] = useState(false)
  const complete = done?.key && done.request && done.credit
  if (!creating && (!done || complete)) return null
  const count = done ? Object.values(done).filter(Boolean).length : 0
  return (
    <Panel aria-label="First steps">
      <PanelHeader
        title="First steps"
        actions={<span className="figures text-xs text-faint">{count} of 4 done</span>}
      />
      <div className="lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]">
        <ol className="divide-y divide-line lg:border-r lg:border-line">
          <Step
            title="Create a key"
            done={done?.key ?? false}
            action={
              <Button
                size="sm"
                variant={done?.key ? 'secondary' : 'primary'}
                onClick={() => setCreating(true)}
              >
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
              <Button asChild size="sm">
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
        <FirstRequest />
      </div>
      <CreateKeyDialog open={creating} onOpenChange={setCreating} />
    </Panel>
  )
}
