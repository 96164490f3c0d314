import { CodeBlock } from '@/components/ui/code-block'
import { DocsTable, InlineCode } from './docs-elements'

export function ImagesSection({ origin }: { origin: string }) {
  return (
    <>
      <p>
        OpenAI’s clients draw as they come: <InlineCode>POST /v1/images/generations</InlineCode> waits for the
        pictures and answers with them. Behind it a picture is a task: create it, ask for it every one to
        three seconds, and read it. The reply to the first call has the task’s id.
      </p>
      <CodeBlock
        language="bash"
        code={`TASK=$(curl -s ${origin}/v1/images/generations/async \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -d '{
    "model": "sandbox/image-1",
    "prompt": "A portico at dawn, in ink",
    "size": "1536x1024",
    "quality": "medium"
  }' | jq -r .id)

curl ${origin}/v1/images/generations/$TASK \\
  -H "Authorization: Bearer $PORTICO_API_KEY"`}
      />
      <DocsTable
        label="States of an image task"
        rows={[
          { name: 'queued', text: 'Waits for its turn. Retry-After says when to ask again.' },
          { name: 'processing', text: 'Is being drawn.' },
          {
            name: 'completed',
            text: 'data has the pictures: object_url for 30 days, and b64_json in the first read alone.',
          },
          { name: 'failed', text: 'error says why. Costs nothing.' },
          { name: 'cancelled', text: 'By POST …/{id}/cancel, before it was done. Costs nothing.' },
        ]}
      />
      <p>
        A task can be read for 30 minutes after it ended; then it answers 410{' '}
        <InlineCode>image_expired</InlineCode>, while its pictures stay where{' '}
        <InlineCode>object_url</InlineCode> says. Sizes are <InlineCode>auto</InlineCode> or{' '}
        <InlineCode>WIDTHxHEIGHT</InlineCode> with sides that are multiples of 16, up to 3840x2160 or upright,
        between 1:3 and 3:1. <InlineCode>GET /v1/images/models</InlineCode> lists who draws.
      </p>
    </>
  )
}

export function VideosSection({ origin }: { origin: string }) {
  return (
    <>
      <p>
        A video is a task as well. Ask for it every two to five seconds, or give a{' '}
        <InlineCode>callback_url</InlineCode> to be notified.
      </p>
      <CodeBlock language="bash" code={videoSample(origin)} />
      <DocsTable
        label="What a video task may say"
        rows={[
          {
            name: 'content',
            text: 'Pictures, videos and sound to begin from: a first frame, a first and a last one, or references. url is a public https address, or asset://<id> of a portrait.',
          },
          {
            name: 'ratio, resolution',
            text: '16:9, 9:16, 4:3, 3:4, 21:9, 1:1 or adaptive; 480p, 720p or 1080p.',
          },
          { name: 'duration, frames', text: 'Seconds, −1 for as the model likes; frames take precedence.' },
          { name: 'generate_audio', text: 'Sound that goes with the picture.' },
          { name: 'draft', text: 'A quick look, to be finished by a task with {"type":"draft_task"}.' },
          { name: 'service_tier', text: 'default, or flex: when there is room.' },
          { name: 'return_last_frame', text: 'Gives last_frame_url, to go on from.' },
        ]}
      />
      <p>
        States are <InlineCode>queued</InlineCode>, <InlineCode>processing</InlineCode>,{' '}
        <InlineCode>completed</InlineCode>, <InlineCode>failed</InlineCode>,{' '}
        <InlineCode>cancelled</InlineCode> and <InlineCode>expired</InlineCode>. A task that cannot go on for
        now says why in <InlineCode>waiting_for</InlineCode> (a code and a message; null while it goes on),
        for videos as for pictures. <InlineCode>video_url</InlineCode> works for{' '}
        <InlineCode>video_url_ttl</InlineCode> seconds, and every read gives a new one for 30 days. Not every
        model takes everything: its page says what it does, and what it does not is a 400 that names the
        field.
      </p>
    </>
  )
}

const videoSample = (origin: string) => `TASK=$(curl -s ${origin}/v1/videos/generations \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "sandbox/video",
    "prompt": "A walk through a portico at dawn",
    "ratio": "16:9",
    "resolution": "720p",
    "duration": 5
  }' | jq -r .id)

curl ${origin}/v1/videos/generations/$TASK \\
  -H "Authorization: Bearer $PORTICO_API_KEY"

curl -X POST ${origin}/v1/videos/generations/$TASK/cancel \\
  -H "Authorization: Bearer $PORTICO_API_KEY"`

export function UploadsSection({ origin }: { origin: string }) {
  return (
    <>
      <p>
        Pictures to work on go straight into the object storage: ask for a link, PUT the file to it with
        exactly the headers that came along, and name the upload in the edit or the variation.
      </p>
      <CodeBlock language="bash" code={uploadSample(origin)} />
      <DocsTable
        label="Rules of uploads"
        rows={[
          {
            name: 'Purpose',
            text: 'image_edit_source, image_edit_mask or image_variation_source, and no other use.',
          },
          {
            name: 'Size and type',
            text: 'PNG, JPEG or WebP up to 25 MiB. Masks are PNG or WebP with transparency, as large as the source.',
          },
          {
            name: 'Once',
            text: 'An upload serves one task and is deleted with it. A refused request leaves it usable.',
          },
          {
            name: 'Time',
            text: 'The link works for expires_in seconds; an upload that nothing uses is deleted after claim_expires_at.',
          },
        ]}
      />
      <p>
        Where a mask is transparent, the picture may change; everything else stays as it is, to the pixel,
        when size and format (png) are kept. <InlineCode>POST /v1/images/variations</InlineCode> takes{' '}
        <InlineCode>model</InlineCode>, <InlineCode>image_upload_id</InlineCode> and{' '}
        <InlineCode>size</InlineCode>. Multipart forms get a 415.
      </p>
    </>
  )
}

const uploadSample = (origin: string) => `MD5=$(openssl dgst -md5 -binary photo.png | base64)

UPLOAD=$(curl -s ${origin}/v1/uploads/presign \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "purpose": "image_edit_source",
    "content_type": "image/png",
    "content_length": '$(wc -c < photo.png)',
    "content_md5": "'$MD5'",
    "checksum_sha256": "'$(sha256sum photo.png | cut -d" " -f1)'"
  }')

curl -X PUT "$(jq -r .upload_url <<< "$UPLOAD")" --data-binary @photo.png \\
  -H 'Content-Type: image/png' -H "Content-MD5: $MD5"

# A mask, if you have one, is uploaded alike and named as mask_upload_id.
curl ${origin}/v1/images/edits \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "sandbox/image-1",
    "prompt": "The same at night",
    "image_upload_id": "'$(jq -r .upload_id <<< "$UPLOAD")'"
  }'`

export function PortraitsSection({ origin }: { origin: string }) {
  return (
    <>
      <p>
        People who appear in videos again and again are kept as assets in groups. Virtual ones are created; a
        real person’s group comes out of a check on that person’s own phone. Every call is a POST that names
        its action.
      </p>
      <CodeBlock
        language="bash"
        code={`GROUP=$(curl -s "${origin}/v1/portrait/?Action=CreateAssetGroup&Version=2024-01-01" \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"Name": "narrator", "GroupType": "AIGC"}' | jq -r .Id)

curl "${origin}/v1/portrait/?Action=CreateAsset&Version=2024-01-01" \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "GroupId": "'$GROUP'",
    "AssetType": "Image",
    "Name": "front",
    "URL": "https://example.com/narrator.png"
  }'`}
      />
      <p>
        Ask <InlineCode>GetAsset</InlineCode> until <InlineCode>Status</InlineCode> is{' '}
        <InlineCode>Active</InlineCode>, then use <InlineCode>asset://&lt;id&gt;</InlineCode> in a video’s
        content. For a real person call <InlineCode>CreateVisualValidateSession</InlineCode>, open its{' '}
        <InlineCode>H5Link</InlineCode> on the phone within two minutes, and ask{' '}
        <InlineCode>GetVisualValidateResult</InlineCode> for the <InlineCode>GroupId</InlineCode>. Errors are
        in <InlineCode>ResponseMetadata.Error</InlineCode>, also with status 200: look there, not only at the
        status.
      </p>
      <DocsTable label="Codes of portrait errors" rows={codes} />
    </>
  )
}

const codes = [
  { name: 'MissingParameter.<Field>', aside: 400, text: 'A required field is missing.' },
  { name: 'InvalidParameter.<Field>', aside: 400, text: 'A field has a value that it cannot have.' },
  { name: 'Unauthorized', aside: 401, text: 'The key is missing or not valid.' },
  { name: 'Forbidden', aside: 403, text: 'The key may not do this, or the group or asset is not yours.' },
  { name: 'QuotaExceeded', aside: 403, text: 'The quota of groups or assets is full.' },
  { name: 'AIGCNotAvailable', aside: 403, text: 'Virtual groups are not enabled here.' },
  { name: 'RateLimitExceeded', aside: 429, text: 'Too many requests.' },
  { name: 'ValidatePending', aside: 200, text: 'The person has not finished the check yet: ask again.' },
  { name: 'ValidateFailed', aside: 200, text: 'The person did not pass the check: start another.' },
  { name: 'TokenExpired', aside: 200, text: 'The check was not finished in time: start another.' },
  { name: 'InvalidToken', aside: 200, text: 'This token is not one of yours.' },
]
