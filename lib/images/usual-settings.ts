/** What a task is made with where nothing else is asked for. */
export const usualSettings = {
  n: 1,
  size: 'auto',
  quality: 'auto',
  output_format: 'png',
  background: 'auto',
  moderation: 'auto',
} as const
