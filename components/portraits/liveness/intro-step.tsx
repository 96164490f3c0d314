'use client'

import { ScanFace } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/client/api-client'
import { ApiError } from '@/lib/client/api-error'
import { apiPaths } from '@/lib/client/paths'
import { OpenedLiveness } from '@/lib/portraits/schema'
import { Countdown } from './countdown'
import { phoneSecretFor } from './phone-secret'
import { SandboxNote } from './sandbox-note'

type IntroStepProps = {
  token: string
  isSandbox: boolean
  secondsLeft: number | null
  onOpened: (phoneSecret: string) => void
  /** Another phone has it, or its time is over. */
  onTaken: () => void
}

/** What the check is for, before the camera is asked for. */
export function IntroStep({ token, isSandbox, secondsLeft, onOpened, onTaken }: IntroStepProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function begin() {
    setBusy(true)
    setProblem(null)
    try {
      const phoneSecret = phoneSecretFor(token)
      const { link } = await callApi(apiPaths.openLiveness(token), {
        method: 'POST',
        body: { phone_secret: phoneSecret },
        reply: OpenedLiveness,
      })
      if (link !== null) return window.location.assign(link)
      onOpened(phoneSecret)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return onTaken()
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-1 flex-col justify-center gap-6 py-6">
      <div className="flex flex-col items-center gap-4 text-center">
        <div className="grid size-20 place-items-center rounded-full border border-line bg-surface text-accent-text">
          <ScanFace className="size-9" aria-hidden="true" />
        </div>
        <div>
          <h1 className="text-2xl font-semibold text-ink">Show your face</h1>
          <p className="mt-2 text-md text-muted">
            Somebody wants to use your portrait in videos. Hold the phone at eye level, in good light, alone
            in the picture. If you do not agree, close this page.
          </p>
        </div>
      </div>
      {isSandbox && <SandboxNote />}
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-col gap-4">
        <Button variant="primary" size="lg" className="w-full" loading={isBusy} onClick={begin}>
          Begin
        </Button>
        <Countdown secondsLeft={secondsLeft} />
      </div>
    </div>
  )
}
