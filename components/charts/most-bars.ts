/** From here on a bar would be a hair. */
export const MOST_BARS = 62
