'use client'

import { CameraOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { FinishedLiveness, type FinishLivenessRequest } from '@/lib/media/portraits/schema'
import { Countdown } from './countdown'

type CameraStepProps = { token: string; phoneSecret: string; secondsLeft: number | null }

/** The check of the sandbox: a photo, and two buttons for the result. */
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
      <h1 className="text-center text-xl font-semibold text-foreground">Look into the camera</h1>
      <div className="relative mx-auto aspect-[3/4] w-full max-w-64 overflow-hidden rounded-[50%] border-2 border-brand-border bg-muted">
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
      className="absolute inset-0 grid place-items-center px-6 text-center text-sm text-muted-foreground"
    >
      {state === 'asking' ? (
        <span className="flex flex-col items-center gap-2">
          <Spinner />
          Waiting for the camera
        </span>
      ) : (
        <span className="flex flex-col items-center gap-2">
          <CameraOff className="size-6" aria-hidden="true" />
          No camera: the portrait will have no photo yet
        </span>
      )}
    </div>
  )
}

type CameraState = 'asking' | 'on' | 'off'

/** The front camera in a video element, released when the component unmounts. */
function useCamera(): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('asking')
  useEffect(() => {
    let stream: MediaStream | undefined
    let isLeft = false
    async function start() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
        })
        if (isLeft || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        setState('on')
      } catch {
        setState('off')
      }
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start()
    return () => {
      isLeft = true
      stop()
    }
  }, [])
  return { video, state }
}

const LONGEST_SIDE = 1600
const QUALITY = 0.9

/** The current frame as a JPEG data URL; null if there is none. */
function takePortrait(video: HTMLVideoElement | null): string | null {
  if (!video?.videoWidth) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', QUALITY)
}

/** Makes clear that this is no real check. */
export function SandboxNote() {
  return (
    <Alert tone="warning" title="Test mode">
      No real check is made. You decide whether it passes.
    </Alert>
  )
}

export type Outcome = 'pass' | 'fail'
/** The ways to end a check before the camera opens. */
export type Ending = Outcome | 'decline'

type OutcomeButtonsProps = {
  /** The one in progress. */
  busy: Outcome | null
  isDisabled: boolean
  /** The person has agreed. */
  mayPass?: boolean
  /** “Pass” is the page's primary action. */
  isMain: boolean
  onChoose: (outcome: Outcome) => void
}

/** The sandbox checks nothing: the person chooses the result. */
export function OutcomeButtons({ busy, isDisabled, mayPass = true, isMain, onChoose }: OutcomeButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button
        variant="outline"
        size="lg"
        loading={busy === 'fail'}
        disabled={isDisabled}
        onClick={() => onChoose('fail')}
      >
        Fail
      </Button>
      <Button
        {...(isMain && { variant: 'default' as const })}
        size="lg"
        loading={busy === 'pass'}
        disabled={isDisabled || !mayPass}
        onClick={() => onChoose('pass')}
      >
        Pass
      </Button>
    </div>
  )
}

/** Reports the result of the sandbox's check, and redirects the phone to the requester. */
export async function finishCheck(token: string, body: FinishLivenessRequest): Promise<void> {
  const { redirect_url } = await callApi(apiPaths.finishLiveness(token), {
    method: 'POST',
    body,
    reply: FinishedLiveness,
  })
  window.location.assign(redirect_url)
}
