'use client'

import { useState } from 'react'
import type { LivenessPage } from '@/lib/portraits/schema'
import { CameraStep } from './camera-step'
import { IntroStep } from './intro-step'
import { OutcomeStep } from './outcome-step'
import { useSecondsLeft } from './use-seconds-left'

type LivenessCheckProps = { token: string; check: LivenessPage }

/** A check of liveness on a phone: what it is about, the camera, and how it ended. A reload goes on where it was. */
export function LivenessCheck({ token, check }: LivenessCheckProps) {
  const [phoneSecret, setPhoneSecret] = useState<string | null>(null)
  const [isTaken, setTaken] = useState(false)
  const secondsLeft = useSecondsLeft(check.expires_at)
  const isEnded = check.state === 'passed' || check.state === 'failed'
  if (isEnded) return <OutcomeStep outcome={check.state} />
  if (secondsLeft === 0) return <OutcomeStep outcome="expired" />
  if (isTaken) return <OutcomeStep outcome="taken" />
  if (phoneSecret !== null)
    return <CameraStep token={token} phoneSecret={phoneSecret} secondsLeft={secondsLeft} />
  return (
    <IntroStep
      token={token}
      isSandbox={check.is_sandbox}
      secondsLeft={secondsLeft}
      onOpened={setPhoneSecret}
      onTaken={() => setTaken(true)}
    />
  )
}
