'use client'

import { useState } from 'react'
import { CreateKeyDialog } from '@/components/api-keys/create-key-dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { FirstRequest } from './first-request'
import { StepList } from './step-list'
import { useFirstSteps } from './use-first-steps'

/** `isNew`: nothing was ever spent, so that the place is kept until it is known what is done. */
type FirstStepsProps = { isNew: boolean }

/** What a new customer does first; gone once requests can be sent and one has been. */
export function FirstSteps({ isNew }: FirstStepsProps) {
  const done = useFirstSteps()
  const [creating, setCreating] = useState(false)
  const complete = done?.key && done.request && done.credit
  if (!creating && (done ? complete : !isNew)) return null
  const count = done && Object.values(done).filter(Boolean).length
  return (
    <Panel aria-label="First steps">
      <PanelHeader
        title="First steps"
        actions={count !== null && <span className="figures text-xs text-faint">{count} of 4 done</span>}
      />
      <div className="lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]">
        <StepList done={done} onCreateKey={() => setCreating(true)} />
        <FirstRequest />
      </div>
      <CreateKeyDialog open={creating} onOpenChange={setCreating} />
    </Panel>
  )
}
