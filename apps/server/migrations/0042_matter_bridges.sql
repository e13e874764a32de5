CREATE TABLE "bridge_nodes" (
	"bridge_id" uuid PRIMARY KEY NOT NULL,
	"alexa" boolean NOT NULL,
	"port" integer NOT NULL,
	"problem" text,
	"fabrics" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parts_asked" integer DEFAULT 0 NOT NULL,
	"parts_shown" integer DEFAULT 0 NOT NULL,
	"pairing" text,
	"removing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"resets" integer DEFAULT 0 NOT NULL,
	"resets_done" integer DEFAULT 0 NOT NULL,
	"process" text,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bridge_store" (
	"bridge_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "bridge_store_bridge_id_key_pk" PRIMARY KEY("bridge_id","key")
);
--> statement-breakpoint
ALTER TABLE "bridge_nodes" ADD CONSTRAINT "bridge_nodes_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bridge_store" ADD CONSTRAINT "bridge_store_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;