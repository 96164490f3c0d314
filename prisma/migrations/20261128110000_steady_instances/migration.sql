-- After the database was away, a process that lives looks as silent as a dead one until it says that it lives. So only a process
-- that was heard itself all the while may take another for dead.
ALTER TABLE instances ADD COLUMN steady_since timestamptz(3) NOT NULL DEFAULT now();

-- A process without a row has ended. One that was silent for so many seconds is dead, if the judge was not.
CREATE FUNCTION instance_is_dead(p_id text, p_judge text, p_seconds integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM instances i WHERE i.id = p_id AND (
      i.heartbeat_at > now() - make_interval(secs => p_seconds)
      OR NOT EXISTS (SELECT FROM instances j WHERE j.id = p_judge
                        AND j.heartbeat_at > now() - make_interval(secs => p_seconds / 2.0)
                        AND j.steady_since < now() - make_interval(secs => p_seconds))))
$$;
