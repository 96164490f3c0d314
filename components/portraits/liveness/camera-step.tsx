'use client'

import { CameraOff } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Spinner } from '@/components/ui/spinner'
import { Countdown } from './countdown'
import { finishCheck } from './finish-check'
import { type Outcome, OutcomeButtons } from './outcome-buttons'
import { SandboxNote } from './sandbox-note'
import { takePortrait } from './take-portrait'
import { type CameraState, useCamera } from './use-camera'

type CameraStepProps = { token: string; phoneSecret: string; secondsLeft: number | null }

/** The sandbox's own check: a camera, a picture, and the person's word for how it went. */
export function CameraStep({ token, phoneSecret, secondsLeft }: CameraStepProps) {
  const { video, state } = useCamera()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<Outcome | null>(null)
  async function finish(outcome: Outcome) {
    setBusy(outcome)
    setProblem(null)
    try {
      const portrait = outcome === 'pass' ? takePortrait(video.current) : null
      await finishCheck(token, { phone_secret: phoneSecret, outcome, portrait })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
      setBusy(null)
    }
  }
  return (
    <div className="flex flex-1 flex-col justify-center gap-5 py-4">
      <h1 className="text-center text-xl font-semibold text-ink">Look into the camera</h1>
      <div className="relative mx-auto aspect-[3/4] w-full max-w-64 overflow-hidden rounded-[50%] border-2 border-accent-line bg-sunken">
        {/* The camera's own picture: nothing is said in it that would need captions. */}
        <video
          ref={video}
          className="absolute inset-0 size-full -scale-x-100 object-cover"
          autoPlay
          muted
          playsInline
          aria-label="Your camera"
        />
        <CameraCover state={state} />
      </div>
      <Countdown secondsLeft={secondsLeft} />
      <SandboxNote />
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <OutcomeButtons busy={busy} isDisabled={busy !== null} isMain onChoose={finish} />
    </div>
  )
}

function CameraCover({ state }: { state: CameraState }) {
  if (state === 'on') return null
  return (
    <div
      role="status"
      className="absolute inset-0 grid place-items-center px-6 text-center text-sm text-muted"
    >
      {state === 'asking' ? (
        <span className="flex flex-col items-center gap-2">
          <Spinner />
          Waiting for the camera
        </span>
      ) : (
        <span className="flex flex-col items-center gap-2">
          <CameraOff className="size-6" aria-hidden="true" />
          No camera: the group will begin without a picture
        </span>
      )}
    </div>
  )
}
