import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { grantCredit } from '@/lib/money/ledger/balance'

/** A person with money, and a key that has every scope. */
export async function newPayingCustomer(nanos = 5_000_000_000n) {
  const owner = await newAccountOwner()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: nanos, key: `grant:${customerId}` })
  const { key } = await createKey(owner, {
    name: 'test',
    scopes: ['inference', 'account:read', 'account:write'],
  })
  return { key, customerId }
}

/** Items of `content`. */
export const image = (url: string, role?: string) => ({
  type: 'image_url',
  image_url: { url },
  ...(role && { role }),
})

export const publicImage = (role?: string) => image('https://1.1.1.1/a.png', role)

export const publicVideo = { type: 'video_url', video_url: { url: 'https://1.1.1.1/a.mp4' } }

/** What is wrong with a request, by the field that the answer names. */
export const invalidRequests: [string, object][] = [
  ['prompt', { prompt: undefined }],
  ['prompt', { prompt: ' ' }],
  ['prompt', { prompt: 7 }],
  ['model', { model: undefined }],
  ['model', { model: 'sandbox/chat' }],
  ['ratio', { ratio: '2:1' }],
  ['resolution', { resolution: '4k' }],
  ['resolution', { model: 'sandbox/video-fast', resolution: '1080p' }],
  ['duration', { duration: 0 }],
  ['duration', { duration: 13 }],
  ['duration', { duration: 2.5 }],
  ['duration', { model: 'sandbox/video-fast', duration: -1 }],
  ['frames', { frames: 0 }],
  ['safety_identifier', { safety_identifier: '🎬'.repeat(65) }],
  ['frames', { model: 'sandbox/video-fast', frames: 29 }],
  ['seed', { seed: 1.5 }],
  ['seed', { seed: -2 }],
  ['generate_audio', { model: 'sandbox/video-fast', generate_audio: true }],
  ['service_tier', { service_tier: 'priority' }],
  ['service_tier', { model: 'sandbox/video-fast', service_tier: 'flex' }],
  ['draft', { draft: 'yes' }],
  ['draft', { model: 'sandbox/video-fast', draft: true }],
  ['return_last_frame', { draft: true, return_last_frame: true }],
  ['execution_expires_after', { execution_expires_after: 3599 }],
  ['execution_expires_after', { execution_expires_after: 259_201 }],
  ['safety_identifier', { safety_identifier: 'x'.repeat(65) }],
  ['safety_identifier', { safety_identifier: 'x\0' }],
  ['callback_url', { callback_url: 'http://1.1.1.1/hook' }],
  ['callback_url', { callback_url: 'https://127.0.0.1/hook' }],
  ['callback_url', { callback_url: 'nonsense' }],
  ['prompt', { prompt: 'a\0b' }],
  ['content[0].text', { content: [{ type: 'text', text: 'a\0b' }] }],
  ['tools[0].type', { tools: [{ type: 'code' }] }],
  ['tools', { model: 'sandbox/video-fast', tools: [{ type: 'web_search' }] }],
  ['fps', { fps: 30 }],
  ['content[0].type', { content: [{ type: 'pdf' }] }],
  ['content[0].image_url', { content: [{ type: 'image_url' }] }],
  ['content[0].role', { content: [publicImage('reference_video')] }],
  ['content[0].image_url.url', { content: [image(`data:image/png;base64,${'A'.repeat(5000)}`)] }],
  ['input_has_video', { input_has_video: true }],
  ['input_has_video', { input_has_video: true, content: [publicImage()] }],
  ['input_has_video', { input_has_video: false, content: [publicVideo] }],
  ['content', { content: [publicImage('last_frame')] }],
  ['content', { content: [publicImage('first_frame'), publicImage('first_frame')] }],
  ['content', { content: [publicImage(), publicImage()] }],
  ['content', { content: [publicImage('first_frame'), publicImage('reference_image')] }],
  ['content', { content: [image('http://1.1.1.1/a.png')] }],
  ['content', { content: [image('https://10.0.0.1/a.png')] }],
  ['content', { content: [image('asset://asset-unknown')] }],
  ['content', { content: [image('asset://asset-\0')] }],
  ['content', { content: [image('http://localhost:3000/media/obj_unknown')] }],
  ['content', { content: [{ type: 'draft_task', draft_task: { id: 'vgen_unknown' } }] }],
  [
    'content',
    { model: 'sandbox/video-fast', content: [publicImage('first_frame'), publicImage('last_frame')] },
  ],
]
