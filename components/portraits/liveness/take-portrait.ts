const LONGEST_SIDE = 1600
const QUALITY = 0.9

/** What the camera shows now, as a JPEG data URL; null when it shows nothing. */
export function takePortrait(video: HTMLVideoElement | null): string | null {
  if (!video?.videoWidth) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', QUALITY)
}
