import { type RefObject, useCallback, useEffect, useState } from 'react'

const USUAL_FPS = 24

type Video = RefObject<HTMLVideoElement | null>

export type Playback = ReturnType<typeof usePlayback>

/** A video element's own state, and what can be done with it. Times in seconds. */
export function usePlayback(video: Video, fps: number | null) {
  const [isPlaying, setPlaying] = useState(false)
  const [length, setLength] = useState(0)
  const [at, setAt] = useTime(video, isPlaying)
  const frameSeconds = 1 / (fps ?? USUAL_FPS)

  const seek = useCallback(
    (seconds: number) => {
      const element = video.current
      if (!element) return
      element.pause()
      element.currentTime = Math.min(Math.max(seconds, 0), element.duration || 0)
      setAt(element.currentTime)
    },
    [video, setAt],
  )

  /** To the middle of a frame, where no rounding can show the one before. */
  const step = useCallback(
    (frames: number) =>
      seek((frameAt(video.current?.currentTime ?? 0, frameSeconds) + frames + 0.5) * frameSeconds),
    [video, frameSeconds, seek],
  )

  const toggle = useCallback(() => {
    const element = video.current
    if (!element) return
    if (element.paused) element.play().catch(() => setPlaying(false))
    else element.pause()
  }, [video])

  const events = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onSeeked: () => setAt(video.current?.currentTime ?? 0),
    onLoadedMetadata: () => setLength(video.current?.duration ?? 0),
  }
  const frames = Math.max(1, Math.round(length / frameSeconds))
  const frame = Math.min(frameAt(at, frameSeconds) + 1, frames)
  return { isPlaying, at, length, frame, frames, frameSeconds, seek, step, toggle, events }
}

/** Where a video is, followed while it plays. */
function useTime(video: Video, isPlaying: boolean) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (!isPlaying) return
    let request = requestAnimationFrame(function follow() {
      setAt(video.current?.currentTime ?? 0)
      request = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlaying, video])
  return [at, setAt] as const
}

/** The number of the frame that is shown then, from 0. */
function frameAt(seconds: number, frameSeconds: number): number {
  return Math.floor(seconds / frameSeconds + 1e-6)
}
