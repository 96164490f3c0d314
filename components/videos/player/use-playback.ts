import { type RefObject, useCallback, useEffect, useState } from 'react'

const USUAL_FPS = 24

/** A video element's own state, and what can be done with it. Times in seconds. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, fps: number | null) {
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const frameSeconds = 1 / (fps ?? USUAL_FPS)

  useEffect(() => {
    if (!isPlaying) return
    let request = requestAnimationFrame(function follow() {
      setAt(video.current?.currentTime ?? 0)
      request = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlaying, video])

  const seek = useCallback(
    (seconds: number) => {
      const element = video.current
      if (!element) return
      element.pause()
      element.currentTime = Math.min(Math.max(seconds, 0), element.duration || 0)
      setAt(element.currentTime)
    },
    [video],
  )

  /** To the middle of a frame, where no rounding can show the one before. */
  const step = useCallback(
    (frames: number) => {
      const frame = Math.floor((video.current?.currentTime ?? 0) / frameSeconds + 1e-6) + frames
      seek((frame + 0.5) * frameSeconds)
    },
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
  return {
    isPlaying,
    at,
    length,
    frame: Math.floor(at / frameSeconds + 1e-6) + 1,
    frames: Math.max(1, Math.round(length / frameSeconds)),
    frameSeconds,
    seek,
    step,
    toggle,
    events,
  }
}
