-- A process without a row has ended. One that was silent for p_seconds is dead, if the judge was not: after the database was
-- away, a process that lives looks as silent as a dead one until it reports again, so only one that was heard itself all the
-- while may declare another dead.
CREATE OR REPLACE FUNCTION instance_is_dead(p_id text, p_judge text, p_seconds integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM instances i WHERE i.id = p_id AND (
      i.heartbeat_at > now() - make_interval(secs => p_seconds)
      OR NOT EXISTS (SELECT FROM instances j WHERE j.id = p_judge
                        AND j.heartbeat_at > now() - make_interval(secs => p_seconds / 2.0)
                        AND j.steady_since < now() - make_interval(secs => p_seconds))))
$$;
