/** What a parameter is for, with its range. Parameters that are not listed are the provider’s own and passed on as they are. */
const parameterWords: Readonly<Record<string, string>> = {
  max_tokens: 'The most tokens to write.',
  max_completion_tokens: 'The most tokens to write, thinking included.',
  temperature: 'How freely words are chosen: 0 to 2, 1 unless given.',
  top_p: 'Chooses among the likeliest tokens that make up this share: 0 to 1.',
  stop: 'Up to four texts at which the answer ends.',
  frequency_penalty: 'Discourages repeating what was said often: −2 to 2.',
  presence_penalty: 'Discourages repeating what was said at all: −2 to 2.',
  tools: 'Functions that the model may ask you to call.',
  tool_choice: 'Whether a function must, may or must not be called, or which.',
  parallel_tool_calls: 'Whether several functions may be asked for at once.',
  response_format: 'JSON, or JSON that follows a schema of yours.',
  web_search: 'Lets the model search the web. enable_search means the same.',
  reasoning_effort: 'How long to think before answering.',
  size: 'auto, or WIDTHxHEIGHT with sides that are multiples of 16, up to 3840x2160.',
  quality: 'low, medium, high or auto. Decides the price of a picture.',
  output_format: 'png, jpeg or webp.',
  output_compression: '0 to 100, for jpeg and webp.',
  background: 'auto, opaque or transparent.',
  moderation: 'auto or low.',
  ratio: 'The shape of the picture; adaptive follows the first frame.',
  duration: 'Seconds; −1 lets the model decide.',
  resolution: 'How fine the picture is.',
  frames: 'A number of frames, in place of a duration.',
  generate_audio: 'Sound that goes with the picture.',
  camera_fixed: 'Keeps the camera where it is.',
  watermark: 'Marks the picture as made by a model.',
  return_last_frame: 'Gives a link to the last frame, to go on from.',
  service_tier: 'default, or flex: cheaper, and when there is room.',
  draft: 'A quick look first, to be made in full later.',
}

const byKind: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chat: { n: 'How many answers to write.', seed: 'The same seed makes the same answer likelier.' },
  image: { n: 'How many pictures, 1 to 10.', seed: 'The same seed and prompt give the same picture.' },
  video: { seed: 'The same seed makes the same video likelier.' },
}

export function describeParameter(name: string, modality: string): string {
  return byKind[modality]?.[name] ?? parameterWords[name] ?? 'Passed on to the provider as it is.'
}
