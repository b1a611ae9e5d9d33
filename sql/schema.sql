-- What sql/migrations add up to. Made by scripts/schema; please change the migrations instead.
CREATE FUNCTION public.count_roster_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    update log_head set roster = roster + 1;
    return null;
end
$$;
CREATE FUNCTION public.guarded(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (value ~ '^[-=+@\t\r\n＝＋－＠]'::text) THEN (''''::text || value) ELSE value END;
CREATE TABLE public.cookie_key (
    only_row boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT cookie_key_key_check CHECK ((octet_length(key) = 32)),
    CONSTRAINT cookie_key_only_row_check CHECK (only_row)
);
CREATE TABLE public.desk (
    office_id bigint NOT NULL,
    id text NOT NULL,
    floor text NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    width integer DEFAULT 112 NOT NULL,
    height integer DEFAULT 84 NOT NULL,
    rotation integer DEFAULT 0 NOT NULL,
    out_of_service text,
    CONSTRAINT desk_height_check CHECK ((height > 0)),
    CONSTRAINT desk_id_check CHECK (((id ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'::text) AND (length(id) <= 32))),
    CONSTRAINT desk_width_check CHECK ((width > 0))
);
CREATE TABLE public.desk_claim (
    office_id bigint NOT NULL,
    desk text NOT NULL,
    person_id bigint NOT NULL,
    start_id uuid NOT NULL,
    start_at timestamp with time zone NOT NULL
);
CREATE TABLE public.event (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    type text NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    at_sent text NOT NULL,
    office_id bigint NOT NULL,
    received_at timestamp with time zone NOT NULL,
    quarantine text,
    client text,
    salt bytea,
    CONSTRAINT event_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'pause'::text, 'end'::text]))),
    CONSTRAINT event_quarantine_check CHECK ((quarantine = ANY (ARRAY['future'::text, 'too_old'::text]))),
    CONSTRAINT event_salt_check CHECK ((octet_length(salt) = 32)),
    CONSTRAINT event_type_check CHECK ((type = 'tap'::text))
);
CREATE TABLE public.event_place (
    event_id uuid NOT NULL,
    desk text,
    desk_sent text,
    reader_id bigint,
    salt bytea,
    CONSTRAINT event_place_salt_check CHECK ((octet_length(salt) = 32))
);
CREATE TABLE public.floor (
    office_id bigint NOT NULL,
    name text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    CONSTRAINT floor_height_check CHECK ((height > 0)),
    CONSTRAINT floor_name_check CHECK ((name <> ''::text)),
    CONSTRAINT floor_width_check CHECK ((width > 0))
);
CREATE TABLE public.ledger (
    seq bigint NOT NULL,
    prev_hash bytea NOT NULL,
    entry_hash bytea NOT NULL,
    type text NOT NULL,
    record_id uuid NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    time_commit bytea NOT NULL,
    place_commit bytea,
    CONSTRAINT ledger_entry_hash_check CHECK ((octet_length(entry_hash) = 32)),
    CONSTRAINT ledger_place_commit_check CHECK ((octet_length(place_commit) = 32)),
    CONSTRAINT ledger_prev_hash_check CHECK ((octet_length(prev_hash) = 32)),
    CONSTRAINT ledger_time_commit_check CHECK ((octet_length(time_commit) = 32)),
    CONSTRAINT ledger_type_check CHECK ((type = 'tap'::text))
);
CREATE TABLE public.log_head (
    only_row boolean DEFAULT true NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    roster bigint DEFAULT 0 NOT NULL,
    hash bytea DEFAULT decode(repeat('00'::text, 32), 'hex'::text) NOT NULL,
    CONSTRAINT log_head_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT log_head_only_row_check CHECK (only_row)
);
CREATE TABLE public.office (
    id bigint NOT NULL,
    name text NOT NULL,
    time_zone text NOT NULL,
    day_boundary time without time zone DEFAULT '00:00:00'::time without time zone NOT NULL,
    CONSTRAINT office_name_check CHECK ((name <> ''::text)),
    CONSTRAINT office_time_zone_check CHECK ((time_zone <> ''::text))
);
ALTER TABLE public.office ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.office_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.person (
    id bigint NOT NULL,
    user_name text NOT NULL,
    display_name text NOT NULL,
    role text DEFAULT 'employee'::text NOT NULL,
    office_id bigint NOT NULL,
    left_at timestamp with time zone,
    CONSTRAINT person_display_name_check CHECK ((display_name <> ''::text)),
    CONSTRAINT person_role_check CHECK ((role = ANY (ARRAY['employee'::text, 'manager'::text, 'hr'::text, 'administrator'::text]))),
    CONSTRAINT person_user_name_check CHECK (((user_name <> ''::text) AND (length(user_name) <= 64)))
);
ALTER TABLE public.person ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.presence (
    person_id bigint NOT NULL,
    state text DEFAULT 'off'::text NOT NULL,
    session_start timestamp with time zone,
    deadline timestamp with time zone,
    office_id bigint,
    desk text,
    start_id uuid,
    start_at timestamp with time zone,
    desk_since timestamp with time zone,
    latest_at timestamp with time zone,
    latest_rank smallint,
    latest_id uuid,
    CONSTRAINT presence_check CHECK (((state = 'off'::text) = (session_start IS NULL))),
    CONSTRAINT presence_check1 CHECK (((state = 'off'::text) = (start_id IS NULL))),
    CONSTRAINT presence_check2 CHECK (((latest_at IS NULL) = (latest_id IS NULL))),
    CONSTRAINT presence_state_check CHECK ((state = ANY (ARRAY['off'::text, 'work'::text, 'pause'::text])))
);
CREATE TABLE public.reader (
    id bigint NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT reader_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT reader_name_check CHECK ((name <> ''::text))
);
ALTER TABLE public.reader ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reader_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.room (
    office_id bigint NOT NULL,
    floor text NOT NULL,
    name text NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    CONSTRAINT room_height_check CHECK ((height > 0)),
    CONSTRAINT room_width_check CHECK ((width > 0))
);
CREATE TABLE public.sign_in_link (
    token_hash bytea NOT NULL,
    person_id bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT sign_in_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE ONLY public.cookie_key
    ADD CONSTRAINT cookie_key_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.desk_claim
    ADD CONSTRAINT desk_claim_pkey PRIMARY KEY (office_id, desk);
ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_pkey PRIMARY KEY (office_id, id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event_place
    ADD CONSTRAINT event_place_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_seq_key UNIQUE (seq);
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_pkey PRIMARY KEY (office_id, name);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_entry_hash_key UNIQUE (entry_hash);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_prev_hash_key UNIQUE (prev_hash);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_record_id_key UNIQUE (record_id);
ALTER TABLE ONLY public.log_head
    ADD CONSTRAINT log_head_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.office
    ADD CONSTRAINT office_name_key UNIQUE (name);
ALTER TABLE ONLY public.office
    ADD CONSTRAINT office_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_user_name_key UNIQUE (user_name);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_name_key UNIQUE (name);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_pkey PRIMARY KEY (office_id, floor, name);
ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_pkey PRIMARY KEY (token_hash);
CREATE INDEX desk_by_id ON public.desk USING btree (id);
CREATE INDEX event_by_office ON public.event USING btree (office_id, at);
CREATE INDEX event_by_person ON public.event USING btree (person_id, at);
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.desk FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.office FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.person FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
ALTER TABLE ONLY public.desk_claim
    ADD CONSTRAINT desk_claim_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_office_id_floor_fkey FOREIGN KEY (office_id, floor) REFERENCES public.floor(office_id, name) ON UPDATE CASCADE;
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.event_place
    ADD CONSTRAINT event_place_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);
ALTER TABLE ONLY public.event_place
    ADD CONSTRAINT event_place_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES public.reader(id);
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_office_id_floor_fkey FOREIGN KEY (office_id, floor) REFERENCES public.floor(office_id, name) ON UPDATE CASCADE;
ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
