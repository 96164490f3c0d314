'use client'

import { ScanFace } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Choice } from '@/components/forms/choice'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ApiError, callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { type LivenessPage, OpenedLiveness } from '@/lib/media/portraits/schema'
import { CameraStep, type Ending, finishCheck, OutcomeButtons, SandboxNote } from './camera-step'
import { Countdown, useSecondsLeft } from './countdown'
import { OutcomeStep } from './outcome-step'

type LivenessCheckProps = { token: string; check: LivenessPage }

/** A liveness check on a phone: introduction, camera, outcome. It continues after a reload. */
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
      check={check}
      secondsLeft={secondsLeft}
      onOpened={setPhoneSecret}
      onTaken={() => setTaken(true)}
    />
  )
}

type IntroStepProps = {
  token: string
  check: LivenessPage
  secondsLeft: number | null
  onOpened: (phoneSecret: string) => void
  /** Another phone has opened it, or it has expired. */
  onTaken: () => void
}

/** Explains the check before the camera is opened. */
function IntroStep({ token, check, secondsLeft, onOpened, onTaken }: IntroStepProps) {
  const { is_sandbox: isSandbox, asked_by: askedBy } = check
  const who = askedBy?.name ?? 'The sender of this link'
  const [problem, setProblem] = useState<string | null>(null)
  const [hasAgreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState<'begin' | Ending | null>(null)
  const isReady = useHydrated()
  async function go(chosen: 'begin' | Ending) {
    setBusy(chosen)
    setProblem(null)
    try {
      if (chosen === 'decline')
        return await finishCheck(token, { phone_secret: phoneSecretFor(token), outcome: chosen })
      const phoneSecret = await open(token)
      if (phoneSecret === null) return
      if (chosen === 'begin') return onOpened(phoneSecret)
      return await finishCheck(token, { phone_secret: phoneSecret, outcome: chosen })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return onTaken()
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
    }
    setBusy(null)
  }
  return (
    <div className="flex flex-1 flex-col justify-center gap-6 py-6">
      <Explanation who={who} email={askedBy?.email} />
      {isSandbox && <SandboxNote />}
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <Choice
        label={`I am the person in front of the camera, and ${who} may use my face in AI-generated videos.`}
        checked={hasAgreed}
        onCheckedChange={setAgreed}
      />
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Button
            variant="outline"
            size="lg"
            loading={busy === 'decline'}
            disabled={busy !== null || !isReady}
            onClick={() => go('decline')}
          >
            Decline
          </Button>
          <Button
            variant="default"
            size="lg"
            loading={busy === 'begin'}
            disabled={busy !== null || !isReady || !hasAgreed}
            onClick={() => go('begin')}
          >
            Begin
          </Button>
        </div>
        {isSandbox && (
          <div className="flex flex-col gap-2">
            <p className="text-center text-sm text-muted-foreground">Or finish without the camera:</p>
            <OutcomeButtons
              busy={busy === 'pass' || busy === 'fail' ? busy : null}
              isDisabled={busy !== null || !isReady}
              mayPass={hasAgreed}
              isMain={false}
              onChoose={go}
            />
          </div>
        )}
        <Countdown secondsLeft={secondsLeft} />
      </div>
    </div>
  )
}

/** Who requests the check, and why. */
function Explanation({ who, email }: { who: string; email: string | undefined }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <div className="grid size-20 place-items-center rounded-full border border-border bg-card text-brand-text">
        <ScanFace className="size-9" aria-hidden="true" />
      </div>
      <div>
        <h1 className="text-2xl font-semibold text-foreground">Verify your face</h1>
        <p className="mt-2 text-md text-muted-foreground">
          <span dir="auto" className="font-medium text-foreground">
            {who}
          </span>
          {email && <span className="break-words"> ({email})</span>} asks to use your face in AI-generated
          videos. The check takes a photo of you to confirm that it’s you. Hold the phone at eye level, in
          good light, with nobody else in the frame.
        </p>
      </div>
    </div>
  )
}

/** Opens the check, or continues it. Resolves with the phone's secret, or null if the vault's page follows. */
async function open(token: string): Promise<string | null> {
  const phoneSecret = phoneSecretFor(token)
  const { link } = await callApi(apiPaths.openLiveness(token), {
    method: 'POST',
    body: { phone_secret: phoneSecret },
    reply: OpenedLiveness,
  })
  if (link === null) return phoneSecret
  window.location.assign(link)
  return null
}

const keyOf = (token: string) => `portico-liveness-${token}`
const SECRET_BYTES = 32

/** The secret that identifies this phone to the check: created before the first request, and kept across reloads. */
function phoneSecretFor(token: string): string {
  try {
    const kept = sessionStorage.getItem(keyOf(token)) ?? newSecret()
    sessionStorage.setItem(keyOf(token), kept)
    return kept
  } catch {
    // Without storage the check works too, but a reload loses it.
    return newSecret()
  }
}

/** `crypto.randomUUID` is missing without TLS, where people may try the sandbox. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `phone_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
