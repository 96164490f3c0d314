'use client'

import { type KeyboardEvent, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import type { VideoRecord } from '@/lib/videos/schema'
import { useSteadyLink } from '../history/use-steady-link'
import { ClipControls } from './clip-controls'
import { usePlayback } from './use-playback'

type ClipPlayerProps = { record: VideoRecord; url: string }

/** Plays a clip, and stops at every frame of it: space plays, the arrows step. */
export function ClipPlayer({ record, url }: ClipPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { link } = useSteadyLink(url)
  const playback = usePlayback(video, record.fps)
  const { step, toggle, events } = playback
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft' && !isOn(event, '[role=slider]')) step(-1)
    else if (event.key === 'ArrowRight' && !isOn(event, '[role=slider]')) step(1)
    else if (event.key === ' ' && !isOn(event, 'button')) toggle()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same
    <div className="flex min-w-0 flex-col bg-sunken sm:rounded-l-xl md:min-h-0" onKeyDown={press}>
      <div className="grid min-h-48 flex-1 place-items-center overflow-hidden">
        {isBroken && (
          <Alert tone="danger" className="m-6">
            The video could not be loaded.
          </Alert>
        )}
        <video
          ref={video}
          src={link}
          autoPlay
          loop
          playsInline
          muted={isMuted}
          hidden={isBroken}
          aria-label={record.prompt.slice(0, 200)}
          className="max-h-[min(70dvh,100%)] max-w-full object-contain max-md:max-h-[45dvh]"
          onClick={toggle}
          onError={() => setBroken(true)}
          {...events}
        />
      </div>
      <ClipControls
        playback={playback}
        hasSound={record.settings.generate_audio}
        isMuted={isMuted}
        onMute={setMuted}
      />
    </div>
  )
}

function isOn({ target }: KeyboardEvent, what: string): boolean {
  return target instanceof Element && target.closest(what) !== null
}
