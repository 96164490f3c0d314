/** What a second of video may be billed at, in the order in which people read it. */
export const videoSeconds = [
  { rate: '480p', name: '480p' },
  { rate: '480p_audio', name: '480p with sound' },
  { rate: '720p', name: '720p' },
  { rate: '720p_audio', name: '720p with sound' },
  { rate: '1080p', name: '1080p' },
  { rate: '1080p_audio', name: '1080p with sound' },
] as const
