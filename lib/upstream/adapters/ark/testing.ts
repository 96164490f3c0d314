/** Tasks as Ark's own documentation shows them, one for each of its states. */
const head = {
  id: 'cgt-20260821153012-x7k2m',
  model: 'doubao-seedance-1-0-pro-250528',
  created_at: 1_787_297_412,
  updated_at: 1_787_297_473,
  service_tier: 'default',
  execution_expires_after: 172_800,
}

export const taskFixtures = {
  queued: { ...head, status: 'queued' },
  running: { ...head, status: 'running' },
  succeeded: {
    ...head,
    status: 'succeeded',
    content: {
      video_url: 'https://ark-content.tos-cn-beijing.volces.com/x7k2m.mp4?X-Tos-Expires=86400',
      last_frame_url: 'https://ark-content.tos-cn-beijing.volces.com/x7k2m.png?X-Tos-Expires=86400',
    },
    usage: { completion_tokens: 103_818, total_tokens: 103_818 },
    seed: 10,
    resolution: '720p',
    ratio: '16:9',
    duration: 5,
    framespersecond: 24,
  },
  succeededByFrames: {
    ...head,
    status: 'succeeded',
    content: { video_url: 'https://ark-content.tos-cn-beijing.volces.com/f.mp4' },
    usage: { completion_tokens: 24_882 },
    seed: -1,
    resolution: '720p',
    ratio: '16:9',
    frames: 29,
    framespersecond: 24,
  },
  failed: {
    ...head,
    status: 'failed',
    error: {
      code: 'OutputVideoSensitiveContentDetected',
      message:
        'The request failed because the output video may contain sensitive information. Request id: 021787297473abc',
    },
  },
  cancelled: { ...head, status: 'cancelled' },
  expired: { ...head, status: 'expired' },
} as const
