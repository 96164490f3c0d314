ALTER TABLE "instances" ADD COLUMN "by_redis" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "node_messages" (
    "id" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "channel" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_messages_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "node_messages_xid_idx" ON "node_messages"("xid");

-- Processes without Redis, and those of earlier versions, hear NOTIFY; without any of them it is not sent, because commits with one
-- wait for each other. A process that begins is in `instances` before it reads anything, so this looks at the commit.
CREATE FUNCTION notify_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT coalesce((SELECT bool_and(by_redis) FROM instances
                    WHERE heartbeat_at > clock_timestamp() - interval '20 seconds'), false) THEN
    PERFORM pg_notify(NEW.channel, NEW.payload);
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "node_messages_notify" AFTER INSERT ON "node_messages"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION notify_message();
