/** What is asked where an upstream has no endpoint for variations. */
export const VARIATION_PROMPT =
  'Create a variation of this picture. Keep its subject, its style and its mood; vary the composition, the light and the details.'
