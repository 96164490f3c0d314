/** Example prompts, each with an image drawn by the sandbox (`public/examples`). */
export type Example = {
  prompt: string
  /** The prompt for a video. */
  motion: string
  picture: string
}

export const examples: readonly Example[] = [
  {
    prompt: 'A lighthouse at dusk, waves below, oil on canvas',
    motion: 'Waves break below a lighthouse at dusk while its light turns',
    picture: '/examples/lighthouse.webp',
  },
  {
    prompt: 'A fox in a snowy clearing, picture book illustration',
    motion: 'A fox in a snowy clearing turns its head towards the camera',
    picture: '/examples/fox.webp',
  },
  {
    prompt: 'A neon city street after the rain, seen from above',
    motion: 'The camera glides over a neon city while rain begins to fall',
    picture: '/examples/neon.webp',
  },
  {
    prompt: 'A hot air balloon over a misty valley at sunrise',
    motion: 'A hot air balloon rises slowly out of the mist at sunrise',
    picture: '/examples/balloon.webp',
  },
  {
    prompt: 'A whale leaping from the sea at night, woodcut',
    motion: 'A whale leaps from the sea at night and falls back in slow motion',
    picture: '/examples/whale.webp',
  },
  {
    prompt: 'A bowl of ramen, steam rising, studio light',
    motion: 'Steam rises from a bowl of ramen, the camera moves closer',
    picture: '/examples/ramen.webp',
  },
  {
    prompt: 'An astronaut above the Earth, film still',
    motion: 'An astronaut drifts past the camera, the Earth turning behind',
    picture: '/examples/astronaut.webp',
  },
  {
    prompt: 'A sailboat on a calm sea at sunset, wide shot',
    motion: 'A sailboat crosses a calm sea while the sun goes down',
    picture: '/examples/sailboat.webp',
  },
]
