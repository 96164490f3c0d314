/** Of the work that is done for tasks: whoever makes a turn due has this process look for it. */
export const TURNS = 'videos.take-turn'
